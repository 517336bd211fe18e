/** Reserved usernames. Only the server checks them: browsers get an error when they try one. */

const words = (text: string): string[] => text.trim().split(/\s+/);

/** First path segments that cannot be a username: those that the site or the API serves, and names that impostors would choose. */
export const reservedSegments = {
  pages: words(
    'auth home user creator helping explore search live show post video gallery product cart checkout payment orders wallet subscriptions following bookmarks purchases notifications messages admin team page contact offline decisions',
  ),
  api: words(
    'addresses appeals appearances auth block cities comments contact conversations countries coupons files follows languages mass-messages messages orders package payment payment-cards payout-requests performer performer-assets performers phone-codes posts re-captcha reactions reports search settings site-promo states streaming stripe subscriptions team uploads user user-additional users wallet webhooks',
  ),
  system: words(
    '_next _app _error .well-known api app assets cdn docs events favicon.ico files health heic heic.js images index manifest.webmanifest media metrics openapi.json public ready robots.txt sitemap.xml socket.io static status sw.js whip whep www 403 404 451 500 503 null undefined',
  ),
  misleading: words(
    'about account blocked blog create discover export footlight galleries geo help join legal login logout maintenance me moderator operator operators owner pages performers privacy products profile register root sales security shop signin signup site staff store studio support system tags terms videos',
  ),
} as const;
