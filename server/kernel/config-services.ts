/** Configuration of external services. */
import type { Config } from './config';
import { defaults } from './config-defaults';
import type { ParsedVariables } from './config-variables';

type Services = Pick<Config, 's3' | 'google' | 'twitter' | 'recaptcha' | 'stripe' | 'livekit' | 'agora'>;

/** The configuration of each service; null for a service whose variables are not all set. `readConfig` rejects incomplete groups. */
export function servicesOf(env: ParsedVariables): Services {
  return {
    s3:
      env.S3_ENDPOINT && env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: env.S3_ENDPOINT,
            bucket: env.S3_BUCKET,
            region: env.S3_REGION ?? defaults.s3Region,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
          }
        : null,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER ?? defaults.googleIssuer,
          }
        : null,
    twitter:
      env.TWITTER_CONSUMER_KEY && env.TWITTER_CONSUMER_SECRET
        ? {
            consumerKey: env.TWITTER_CONSUMER_KEY,
            consumerSecret: env.TWITTER_CONSUMER_SECRET,
            apiBase: env.TWITTER_API_BASE ?? defaults.twitterApiBase,
          }
        : null,
    recaptcha:
      env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET
        ? {
            siteKey: env.RECAPTCHA_SITE_KEY,
            secret: env.RECAPTCHA_SECRET,
            verifyUrl: env.RECAPTCHA_VERIFY_URL ?? defaults.recaptchaVerifyUrl,
          }
        : null,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiBase: env.STRIPE_API_BASE ?? defaults.stripeApiBase,
          }
        : null,
    livekit:
      env.LIVEKIT_URL && env.LIVEKIT_API_KEY && env.LIVEKIT_API_SECRET
        ? { url: env.LIVEKIT_URL, apiKey: env.LIVEKIT_API_KEY, apiSecret: env.LIVEKIT_API_SECRET }
        : null,
    agora:
      env.AGORA_APP_ID && env.AGORA_APP_CERTIFICATE
        ? { appId: env.AGORA_APP_ID, appCertificate: env.AGORA_APP_CERTIFICATE, rest: agoraRest(env) }
        : null,
  };
}

function agoraRest(env: ParsedVariables): NonNullable<Config['agora']>['rest'] {
  if (!env.AGORA_CUSTOMER_KEY || !env.AGORA_CUSTOMER_SECRET) return null;
  return {
    customerKey: env.AGORA_CUSTOMER_KEY,
    customerSecret: env.AGORA_CUSTOMER_SECRET,
    apiBase: env.AGORA_API_BASE ?? defaults.agoraApiBase,
  };
}
