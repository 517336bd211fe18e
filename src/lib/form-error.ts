/** The summary beside a form's button when a field is invalid. Each field shows its own error. */
const fieldErrorsSummary = 'Fix the fields marked above.';

export const formError = (fieldErrors: object): string | null => (Object.keys(fieldErrors).length > 0 ? fieldErrorsSummary : null);
