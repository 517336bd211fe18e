/**
 * Lets something from elsewhere be used that is drawn over the page, such as a bank's own window: an open modal would keep it
 * out of reach. Answers how to come back.
 */
export function stepAside(part: Element | null): () => void {
  const dialog = part?.closest('dialog');
  if (!dialog?.open) return () => undefined;
  dialog.close();
  return () => {
    if (dialog.isConnected && !dialog.open) dialog.showModal();
  };
}
