/**
 * The site's service worker. It shows push notifications while the site is closed, and opens the page that they link to. Without a
 * connection it answers navigations from the offline cache, which the page fills (src/session/offline-cache.saga.ts): the worker stores
 * nothing itself, and any response of the server, an error too, wins over the cache.
 */

const somethingNew = { title: 'Something new', body: '', tag: 'notification', link: '/notifications' };

self.addEventListener('install', () => self.skipWaiting());
// Tabs that were open before belong to it at once: only those can be led elsewhere.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** What was pushed; browsers want something shown for each push, even one that cannot be read. */
function read(data) {
  try {
    return { ...somethingNew, ...data.json() };
  } catch {
    return somethingNew;
  }
}

/** An address of this site, whatever was pushed. */
function addressOf(link) {
  const site = self.location.origin;
  try {
    const address = new URL(link, site);
    if (address.origin === site) return address.href;
  } catch {
    // No address at all.
  }
  return site + somethingNew.link;
}

self.addEventListener('push', (event) => {
  const { title, body, tag, link, lang = 'en', dir = 'ltr' } = read(event.data);
  // The same tag again takes the place of what is shown.
  event.waitUntil(self.registration.showNotification(title, { body, lang, dir, tag, data: { link }, icon: '/images/icon-192.png' }));
});

async function open(address) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = tabs.find((tab) => tab.url === address);
  if (there) return there.focus();
  const [tab] = tabs;
  if (!tab) return self.clients.openWindow(address);
  try {
    await tab.focus();
    return await tab.navigate(address);
  } catch {
    // A tab that another worker holds cannot be led anywhere.
    return self.clients.openWindow(address);
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(addressOf(event.notification.data?.link)));
});

/** Those pages that were opened out of what is kept. */
const keptPages = new Set();

/** The page from the network; without a connection the offline page, which shows each account its own cached content. */
async function openPage({ request, resultingClientId }) {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await caches.match('/offline');
    if (!shell) throw error;
    keptPages.add(resultingClientId);
    return shell;
  }
}

/** Code and pictures: the same address is the same content for ever, and what signs it is no part of that. */
const isLasting = ({ pathname }) => /^\/(_next\/static|images|assets\/words|media)\//.test(pathname);
const keptOrFetched = async (request) =>
  (await caches.match(request.url, { ignoreSearch: true, ignoreVary: true })) ?? (await fetch(request));

self.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if ((!navigator.onLine || keptPages.has(clientId)) && isLasting(new URL(request.url))) event.respondWith(keptOrFetched(request));
});
