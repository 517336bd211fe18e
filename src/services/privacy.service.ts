/** What the site keeps about the signed-in person. */
import { service } from './service';

export const privacyService = service((call) => ({
  askForExport: () => call('POST /account/export', {}),
  exportState: () => call('GET /account/export', {}),
  deletion: () => call('GET /account/deletion', {}),
  askForDeletion: (body: { currentPassword?: string | undefined } = {}) => call('POST /account/deletion', { body }),
  keepAccount: () => call('DELETE /account/deletion', {}),
}));
