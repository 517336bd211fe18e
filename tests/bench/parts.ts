/** The parts of the bench, in an order in which they do not disturb each other, with their descriptions. */
import { jsonResponses } from './host/json-responses';
import { chatFigures } from './chat/chat';
import { downloads } from './pages/downloads';
import { growth } from './host/growth';
import { lighthouseScores } from './pages/lighthouse';
import { liveFigures } from './live/live';
import { messages } from './host/messages';
import { servedPages } from './pages/pages';
import type { Row } from './tools/rows';
import type { Site } from './tools/site';
import { idleSockets } from './host/sockets';
import { startUp } from './pages/start-up';
import { transfers } from './host/transfers';

type ReportRow = (row: Row) => void;
interface PartDescription {
  title: string;
  /** For readers of the figures: what is measured, and what it is compared with. */
  description: string;
}

/** A part opens everything that it measures itself, or gets an embedded database, or a complete site with one. */
export type Part = PartDescription &
  (
    | { needs: 'nothing'; run(report: ReportRow): Promise<void> }
    | { needs: 'database'; run(databaseUrl: string, report: ReportRow): Promise<void> }
    | { needs: 'site'; run(site: Site, report: ReportRow): Promise<void> }
  );

/**
 * By the names that the command accepts. Parts without needs come first, because a database or site keeps running during the parts
 * after it.
 */
export const parts = {
  start: {
    needs: 'nothing',
    run: startUp,
    title: 'Start',
    description:
      'An installed and built checkout is started, first in an empty folder and then in the same folder again. The time is measured from the start of the command until the landing page is complete. The creation of the database is also measured alone.',
  },
  live: {
    needs: 'nothing',
    run: liveFigures,
    title: 'Shows',
    description:
      'The embedded live engine, with all clients on this machine. Video frames contain the time of their creation, which the viewer reads back; many more viewers in other processes receive the stream without decoding it.',
  },
  chat: {
    needs: 'nothing',
    run: chatFigures,
    title: 'The chat of a show',
    description:
      'Chat messages of a show are delivered to many sockets. A bare socket.io server that stores and checks nothing delivers the same to as many, alternating with the host. In a browser, the page of a show with a busy chat is compared with the same page without messages.',
  },
  growth: {
    needs: 'database',
    run: growth,
    title: 'Growth',
    description:
      'Two hosts that differ only in their databases: one with 10,000 items, as many messages and 1,000 accounts, one with a hundred times as much. Every list and search is requested from both alternately, one request at a time, by an account with the same data in both. The number is the large site’s time divided by the small one’s.',
  },
  answers: {
    needs: 'database',
    run: jsonResponses,
    title: 'JSON responses',
    description:
      'Requests per second over 50 connections to one host, compared with a bare Fastify process on the same database that finds and reads the rows of the response with the host’s own statements, and serializes them. It has no sessions, no rate limits, no contract, and adds nothing to those rows.',
  },
  sockets: {
    needs: 'database',
    run: idleSockets,
    title: 'Idle sockets',
    description:
      'Many signed-in clients are connected to one host, each on a separate socket, and do nothing. The growth of the host’s memory is divided by their number; memory of the operating system for a connection is not included.',
  },
  sizes: {
    needs: 'site',
    run: downloads,
    title: 'First downloads',
    description: 'The scripts that a browser with an empty cache downloads, in compressed bytes (1 kB is 1000 bytes).',
  },
  lighthouse: {
    needs: 'site',
    run: lighthouseScores,
    title: 'Lighthouse',
    description:
      'Google’s Lighthouse with its own settings for phones, in a browser without stored data. Its audit of pinch zoom is left out: the site has a text size setting instead.',
  },
  pages: {
    needs: 'site',
    run: servedPages,
    title: 'Pages',
    description: 'Requests per second for a server-rendered page, compared with a page with one heading in the same application shell.',
  },
  transfers: {
    needs: 'site',
    run: transfers,
    title: 'Money',
    description:
      'Tips per second by 32 clients, to many performers and all to one, compared with the least work that moves money on the same database: one prepared statement that debits, credits and records, with and without a bare Fastify in front of it. The ledger’s own postings are measured without HTTP as well.',
  },
  messages: {
    needs: 'site',
    run: messages,
    title: 'Private messages',
    description:
      'The delay from the time at which a message is due to be sent until the recipient’s socket has it, at a steady rate that does not wait for responses, after a warm-up of some seconds. Then one mass message is sent to many fans, while another client requests profiles.',
  },
} as const satisfies Record<string, Part>;
