/**
 * A Stripe on loopback, over HTTP: it checks keys, versions and parameters as strictly as Stripe, honors idempotency keys as
 * Stripe does, and can be made to fail. The files beside it implement its objects.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@server/platform/context';
import { StripeCards } from './cards';
import { StripeConnect } from './connect';
import { invalidRequest, StripeApiError, type Json, type Params } from './objects';
import { parameters } from './parameters';
import { StripePayments } from './payments';
import { StripeRecords, type StripeEvent } from './records';

/** How a request fails: before or after its work is done, without a response, with an invalid body, a rate limit or a conflict. */
export type Fault =
  | 'lose_response'
  | 'lose_request'
  | 'fail'
  | 'fail_after'
  | 'hang'
  | 'hang_after'
  | 'trickle'
  | 'garbage'
  | 'busy'
  | 'in_use';

export interface ReceivedRequest {
  operation: string;
  key: string | null;
  params: Params;
}

export interface StripeStandIn {
  options: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string };
  /** The variables of an API server that uses it. */
  environment: Record<string, string>;
  cards: StripeCards;
  payments: StripePayments;
  connect: StripeConnect;
  records: StripeRecords;
  requests: ReceivedRequest[];
  /** Makes the next `times` requests of an operation (e.g. `POST /v1/refunds`) fail in this way. */
  failNext(operation: string, fault: Fault, times?: number): void;
  /** Whether a fault has not been used yet. */
  hasFaults(): boolean;
  /** The webhook of an event, as Stripe would send it at `at`. */
  webhook(event: StripeEvent, at: Date, secret?: string): { body: Buffer; headers: Record<string, string> };
  /** The last event of a type. */
  lastEvent(type: string): StripeEvent;
  close(): Promise<void>;
}

type StripeParts = Pick<StripeStandIn, 'cards' | 'payments' | 'connect' | 'records'>;

interface StandInResponse {
  status: number;
  body: Json;
  /** Whether the response repeats the first response to the same idempotency key. */
  isReplayed?: boolean;
}

const version = '2026-10-28.endive';
const webhookSecret = 'whsec_standin';

/** Decodes parameters such as `a[b][0]=c` to nested objects. */
function parametersOf(encoded: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split(/\[|\]/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let target = params;
    for (const part of path) {
      const next = target[part];
      target = typeof next === 'object' ? next : (target[part] = {});
    }
    target[last] = value;
  }
  return params;
}

function operationOf(method: string, path: string): { operation: string; id: string } {
  const [, , kind = '', id = '', action] = path.split('/');
  return {
    operation: `${method} /v1/${kind}${id && '/:id'}${action === undefined ? '' : `/${action}`}`,
    id: decodeURIComponent(id),
  };
}

function listPage(items: (Json & { id: string })[], params: Params, url: string): Json {
  const limit = Number(params['limit'] ?? 10);
  if (limit < 1 || limit > 100) throw invalidRequest('parameter_invalid_integer', 'limit must be 1 to 100', 'limit');
  const start = params['starting_after'] === undefined ? 0 : items.findIndex(({ id }) => id === params['starting_after']) + 1;
  return { object: 'list', url, has_more: items.length > start + limit, data: items.slice(start, start + limit) };
}

function perform({ cards, payments, connect, records }: StripeParts, operation: string, id: string, params: Params): Json {
  switch (operation) {
    case 'GET /v1/balance':
      return { object: 'balance', livemode: false, available: [{ amount: 0, currency: 'usd' }], pending: [] };
    case 'POST /v1/customers':
      return cards.createCustomer(params);
    case 'POST /v1/setup_intents':
      return cards.createSetupIntent(params);
    case 'GET /v1/payment_methods/:id':
      return cards.method(id);
    case 'POST /v1/payment_methods/:id/attach':
      return cards.attach(id, params);
    case 'POST /v1/payment_methods/:id/detach':
      return cards.detach(id);
    case 'POST /v1/payment_intents':
      return payments.createPaymentIntent(params);
    case 'GET /v1/payment_intents/:id':
      return payments.intent(id, params);
    case 'GET /v1/payment_intents':
      return listPage(payments.listIntents(params), params, '/v1/payment_intents');
    case 'POST /v1/payment_intents/:id/cancel':
      return payments.cancel(id, params);
    case 'POST /v1/refunds':
      return payments.createRefund(params);
    case 'GET /v1/refunds/:id':
      return payments.refund(id);
    case 'GET /v1/refunds':
      return listPage(payments.listRefunds(params), params, '/v1/refunds');
    case 'GET /v1/disputes/:id':
      return payments.disputeOf(id);
    case 'POST /v1/disputes/:id':
      return payments.updateDispute(id, params);
    case 'POST /v1/disputes/:id/close':
      return payments.closeDispute(id);
    case 'POST /v1/accounts':
      return connect.createAccount(params);
    case 'GET /v1/accounts/:id':
      return connect.account(id);
    case 'POST /v1/account_links':
      return connect.createAccountLink(params);
    case 'POST /v1/transfers':
      return connect.createTransfer(params);
    case 'GET /v1/transfers/:id':
      return connect.transfer(id);
    case 'GET /v1/transfers':
      return listPage(connect.listTransfers(params), params, '/v1/transfers');
    case 'GET /v1/events':
      return listPage(records.listEvents(params), params, '/v1/events');
    default:
      throw invalidRequest(undefined, `Unrecognized request URL (${operation}).`, undefined, 404);
  }
}

const errorResponse = (error: StripeApiError): StandInResponse => ({ status: error.status, body: { error: error.error } });
const internalError: StandInResponse = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } } };

/** Sends a body that never ends, one space at a time. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const interval = setInterval(() => response.write(' '), 20);
  response.on('close', () => {
    clearInterval(interval);
  });
}

/** Starts it on a free port. */
export async function openStripeStandIn(clock: Clock): Promise<StripeStandIn> {
  const records = new StripeRecords(clock);
  const cards = new StripeCards(records);
  const payments = new StripePayments(records, cards);
  const parts = { records, cards, payments, connect: new StripeConnect(records) };
  const requests: ReceivedRequest[] = [];
  const faults: { operation: string; fault: Fault }[] = [];
  const storedResponses = new Map<string, { content: string; response: StandInResponse }>();
  const secretKey = 'sk_test_standin';

  const respondTo = (operation: string, id: string, params: Params): StandInResponse => {
    try {
      const unknown = Object.keys(params).find((name) => !parameters[operation]?.includes(name));
      if (unknown !== undefined) throw invalidRequest('parameter_unknown', `Received unknown parameter: ${unknown}`, unknown);
      return { status: 200, body: structuredClone(perform(parts, operation, id, params)) };
    } catch (error) {
      if (error instanceof StripeApiError) return errorResponse(error);
      throw error;
    }
  };

  /**
   * Idempotency keys store every response from the start of the work on, including failures. Rejected parameters and rate limits
   * are not stored.
   */
  const respondOnce = (key: string | null, content: string, work: () => StandInResponse): StandInResponse => {
    const stored = key === null ? undefined : storedResponses.get(key);
    if (stored && stored.content !== content)
      return errorResponse(
        new StripeApiError(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        }),
      );
    const response = stored ? { ...stored.response, isReplayed: true } : work();
    const isStored = (response.body['error'] as Json | undefined)?.['code'] !== 'parameter_unknown';
    if (key !== null && isStored) storedResponses.set(key, { content, response });
    return response;
  };

  const authenticationError = ({ headers }: IncomingMessage): StandInResponse | null => {
    if (headers.authorization !== `Bearer ${secretKey}`)
      return errorResponse(new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }));
    return headers['stripe-version'] === version ? null : errorResponse(invalidRequest(undefined, 'Invalid Stripe API version'));
  };

  const nextFault = (operation: string): Fault | 'none' => {
    const index = faults.findIndex((fault) => fault.operation === operation);
    return index === -1 ? 'none' : (faults.splice(index, 1)[0]?.fault ?? 'none');
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const url = new URL(request.url ?? '/', 'http://stripe');
    const { operation, id } = operationOf(request.method ?? 'GET', url.pathname);
    const key = request.headers['idempotency-key'] === undefined ? null : String(request.headers['idempotency-key']);
    const params = parametersOf(request.method === 'POST' ? body : url.search);
    requests.push({ operation, key, params });
    const content = `${operation} ${id} ${body}`;
    const work = (): StandInResponse => {
      payments.advance();
      return respondOnce(key, content, () => respondTo(operation, id, params));
    };
    const noResponse = (...actions: (() => unknown)[]): null => {
      for (const action of actions) action();
      return null;
    };
    const closeConnection = (): unknown => request.socket.destroy();
    const responses: Record<Fault | 'none', () => StandInResponse | null> = {
      none: work,
      lose_request: () => noResponse(closeConnection),
      lose_response: () => noResponse(work, closeConnection),
      fail: () => respondOnce(key, content, () => internalError),
      fail_after: () => (work(), internalError),
      hang: () => null,
      hang_after: () => noResponse(work),
      trickle: () => noResponse(work, () => trickle(response)),
      garbage: () => noResponse(work, () => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
      busy: () =>
        errorResponse(new StripeApiError(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' })),
      in_use: () =>
        errorResponse(new StripeApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' })),
    };
    const standInResponse = authenticationError(request) ?? responses[nextFault(operation)]();
    if (standInResponse)
      response
        .writeHead(standInResponse.status, {
          'content-type': 'application/json',
          'request-id': 'req_standin',
          ...(standInResponse.isReplayed && { 'idempotent-replayed': 'true' }),
        })
        .end(JSON.stringify(standInResponse.body));
  };

  const server = createServer((request, response) => {
    void serve(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const apiBase = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const options = { secretKey, publishableKey: 'pk_test_standin', webhookSecret, apiBase };

  return {
    options,
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: options.publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: apiBase,
    },
    ...parts,
    requests,
    failNext: (operation, fault, times = 1) => {
      for (let remaining = times; remaining > 0; remaining -= 1) faults.push({ operation, fault });
    },
    hasFaults: () => faults.length > 0,
    webhook: (event, at, secret = webhookSecret) => {
      const body = JSON.stringify(event);
      const t = Math.floor(at.getTime() / 1000);
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
      return { body: Buffer.from(body), headers: { 'stripe-signature': `t=${t},v1=${v1}` } };
    },
    lastEvent: (type) => {
      const event = records.events.findLast((candidate) => candidate.type === type);
      if (!event) throw new Error(`no event ${type}`);
      return event;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}
