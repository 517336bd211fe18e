/**
 * Health check of a container: exits with 0 when each named process answers, else with 1 and a line that says which does not.
 * `node deploy/healthcheck.mjs site api`: the site at PORT, the API host at API_PORT, a worker at WORKER_PORT.
 */
const { PORT = '3000', API_PORT = '8080', WORKER_PORT = '8081' } = process.env;
const addresses = {
  site: `http://127.0.0.1:${PORT}/favicon.ico`,
  api: `http://127.0.0.1:${API_PORT}/ready`,
  worker: `http://127.0.0.1:${WORKER_PORT}/health`,
};
const timeout_ms = 8_000;

for (const name of process.argv.slice(2)) {
  const address = addresses[name];
  if (address === undefined) {
    console.error(`There is no process ${name}: choose from ${Object.keys(addresses).join(', ')}.`);
    process.exit(1);
  }
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeout_ms) });
    // A redirect answers too: the site sends requests to its own host name.
    if (response.status >= 400) throw new Error(`it answers ${response.status}`);
  } catch (error) {
    console.error(`${name} does not answer at ${address}: ${error.message}`);
    process.exit(1);
  }
}
