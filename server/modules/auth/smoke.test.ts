import { openWorld } from '../../../tests/support/world';
it('smoke', async () => {
  const w = await openWorld();
  const r = await w.call('POST /auth/users/register', { body: { email: 'a@example.com', password: 'correct horse', username: 'anna' } });
  console.log(r.status, JSON.stringify(r.refusal), r.headers.get('set-cookie'));
  const me = await w.call('GET /users/me', {}, { token: r.data.token });
  console.log(me.status, JSON.stringify(me.data));
  await w.close();
});
