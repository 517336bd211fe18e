/** An account as the console's lists name it: its link leads to the account's own page there. */
import { PersonLine } from '@web/ui/person-line';

interface AccountLineProps {
  account: { name: string; username: string | null; avatar: string | null };
  href: string;
  verified?: boolean;
}

export function AccountLine({ account: { name, username, avatar }, href, verified = false }: AccountLineProps) {
  return (
    <PersonLine
      person={{ name, username, avatar }}
      href={href}
      verified={verified}
      note={username === null ? 'No username yet' : `@${username}`}
    />
  );
}
