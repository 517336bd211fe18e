/** Lists that change rarely, and the captcha. */
import { service } from './service';

export const referenceService = service((call) => ({
  countries: () => call('GET /countries/list', {}),
  states: (country: string) => call('GET /states/:country', { params: { country } }),
  cities: (country: string, state: string) => call('GET /cities/:country/:state', { params: { country, state } }),
  languages: () => call('GET /languages/list', {}),
  phoneCodes: () => call('GET /phone-codes/list', {}),
  attributes: () => call('GET /user-additional', {}),
  verifyCaptcha: (token: string) => call('POST /re-captcha/verify', { body: { token } }),
}));
