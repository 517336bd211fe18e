/**
 * The worker that tells somebody on her device what happened while the site is closed. It keeps no pages and answers no
 * requests: it shows what the host pushes, and opens the site where that leads.
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
  const { title, body, tag, link } = read(event.data);
  // The same tag again takes the place of what is shown.
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { link }, icon: '/images/icon-192.png' }));
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
