/** The first focusable element of every page: skips the navigation. */
export function SkipLink({ target = 'content' }: { target?: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      Skip to content
    </a>
  );
}
