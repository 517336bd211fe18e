/** Shown beside a form's button when a field is invalid. Each field shows its own error. */
const fieldErrorsSummary = 'Fix the fields marked above.';

/** The summary, or null if no field has an error. */
export const formError = (fieldErrors: object): string | null => (Object.keys(fieldErrors).length > 0 ? fieldErrorsSummary : null);
