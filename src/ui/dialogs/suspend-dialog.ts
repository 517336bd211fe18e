/**
 * Closes the modal around `part`, so that a third-party overlay such as a bank's window is usable; an open modal would make it inert.
 * Returns the function that reopens the modal.
 */
export function suspendModal(part: Element | null): () => void {
  const dialog = part?.closest('dialog');
  if (!dialog?.open) return () => undefined;
  dialog.close();
  return () => {
    if (dialog.isConnected && !dialog.open) dialog.showModal();
  };
}
