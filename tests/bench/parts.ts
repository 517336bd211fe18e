/** The parts of a bench, in the order in which they do not disturb each other, and what each of them finds out. */
import { answers } from './host/json-responses';
import { chatFigures } from './chat/chat';
import { downloads } from './pages/downloads';
import { growth } from './growth';
import { lighthouseScores } from './pages/lighthouse';
import { liveFigures } from './live';
import { messages } from './host/messages';
import { servedPages } from './pages/pages';
import type { Row } from './rows';
import type { Site } from './tools/site';
import { idleSockets } from './host/sockets';
import { startUp } from './start-up';
import { transfers } from './host/transfers';

type Measured = (row: Row) => void;
interface Told {
  title: string;
  /** For whoever reads the figures: what is done, and what it is compared with. */
  means: string;
}

/** A part opens what it measures by itself, or is lent an embedded database, or a whole site on it. */
export type Part = Told &
  (
    | { needs: 'nothing'; run(measured: Measured): Promise<void> }
    | { needs: 'database'; run(databaseUrl: string, measured: Measured): Promise<void> }
    | { needs: 'site'; run(site: Site, measured: Measured): Promise<void> }
  );

/** By the names that the command takes. Those without a need come first: what is lent runs on beside the parts after it. */
export const parts = {
  start: {
    needs: 'nothing',
    run: startUp,
    title: 'Start',
    means:
      'A checkout that is installed and built is started, first in an empty folder and then in the same one again. The clock runs from the start of the command until the landing page has come whole. The database is also made by itself.',
  },
  live: {
    needs: 'nothing',
    run: liveFigures,
    title: 'Shows',
    means:
      'The live engine that comes along, on this machine alone. Pictures bear the instant of their making, which whoever sees them reads back; a crowd of viewers receives in other processes without decoding.',
  },
  chat: {
    needs: 'nothing',
    run: chatFigures,
    title: 'The chat of a show',
    means:
      'What people say in a show reaches a crowd by sockets. A bare socket.io server that stores and checks nothing sends the same to as many, in turns with the host. In a browser, the page of a show is compared with itself while nobody speaks.',
  },
  growth: {
    needs: 'database',
    run: growth,
    title: 'Growth',
    means:
      'Two hosts that differ in their databases alone: one with 10,000 items, as many messages and 1,000 accounts, one with a hundred times as much. Every list and search is asked of both in turns, one request at a time, by somebody who has the same on either. The number is the large site’s time divided by the small one’s.',
  },
  answers: {
    needs: 'database',
    run: answers,
    title: 'Answers as JSON',
    means:
      'Requests per second by 50 connections to one host, beside a bare Fastify process on the same database that finds and reads the rows of this answer with the host’s own statements, and turns them into JSON. It knows no session, no limits of calls, no contract, and nothing that belongs to an answer beside those rows.',
  },
  sockets: {
    needs: 'database',
    run: idleSockets,
    title: 'Idle sockets',
    means:
      'As many people as that are signed in, each with a socket of her own to one host, and do nothing. What the host’s process has grown by is divided among them; what the system keeps for a connection outside of the process is not in it.',
  },
  sizes: {
    needs: 'site',
    run: downloads,
    title: 'First downloads',
    means: 'What a browser that was never here fetches as scripts, counted as it travels (1 kB is 1000 bytes).',
  },
  lighthouse: {
    needs: 'site',
    run: lighthouseScores,
    title: 'Lighthouse',
    means:
      'Google’s Lighthouse with its own settings for phones, in a browser without anything stored. Its rule about enlarging pages by two fingers is left out: the site has a setting for the size of its text instead.',
  },
  pages: {
    needs: 'site',
    run: servedPages,
    title: 'Pages',
    means:
      'Requests per second for a page that is made on the server, beside a page that holds one heading under the same application shell.',
  },
  transfers: {
    needs: 'site',
    run: transfers,
    title: 'Money',
    means:
      'Tips per second by 32 clients, to many performers and all to one, beside the least that moves money on the same database: one prepared statement that takes, gives and notes, with and without a bare Fastify before it. The ledger’s own postings are measured without HTTP as well.',
  },
  messages: {
    needs: 'site',
    run: messages,
    title: 'Private messages',
    means:
      'From the instant at which a message was to be sent until the socket of its reader has it, at a steady pace that does not wait for answers, after some seconds of it that are not counted. Then one message goes to very many people, while somebody else looks at profiles.',
  },
} as const satisfies Record<string, Part>;
