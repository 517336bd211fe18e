/** An account as the console's lists name it: its link leads to the account's own page there, for those who may read it. */
import { useMay } from '@web/session/use-may';
import { PersonLine } from '@web/ui/people/person-line';

interface AccountLineProps {
  account: { name: string; username: string | null; avatar: string | null };
  href: string;
  verified?: boolean;
}

export function AccountLine({ account: { name, username, avatar }, href, verified = false }: AccountLineProps) {
  const may = useMay();
  return (
    <PersonLine
      person={{ name, username, avatar }}
      {...(may('people.read') ? { href } : {})}
      verified={verified}
      note={username === null ? 'No username yet' : undefined}
    />
  );
}
