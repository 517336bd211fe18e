/** An e-mail address as it may stand on a screen that others see: the first letter and what follows the at sign. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
