/** The first stop of the keyboard on every page: past the bars, to the content. */
export function SkipLink({ target = 'content' }: { target?: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      Skip to content
    </a>
  );
}
