/** An account in a list of the console, linked to its console page if the viewer may read accounts. */
import { useHasRight } from '@web/session/use-has-right';
import { PersonLine } from '@web/ui/people/person-line';

interface AccountLinkProps {
  account: { name: string; username: string | null; avatar: string | null };
  href: string;
  verified?: boolean;
}

export function AccountLink({ account: { name, username, avatar }, href, verified = false }: AccountLinkProps) {
  const may = useHasRight();
  return (
    <PersonLine
      person={{ name, username, avatar }}
      {...(may('people.read') ? { href } : {})}
      verified={verified}
      note={username === null ? 'No username yet' : undefined}
    />
  );
}
