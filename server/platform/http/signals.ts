/** Steps of WHIP and WHEP: bodies in the standards' own kinds, and answers without the envelope. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SignallingStep } from '@contract/endpoint';
import { signalTypes } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { fail } from '../../kernel/api-error';

/** A body of such a kind, apart from JSON that is a text. */
class Description {
  readonly kind: string;
  readonly text: string;
  constructor(kind: string, text: string) {
    this.kind = kind;
    this.text = text;
  }
}

/** Takes bodies of these kinds; endpoints that are no such step refuse them. */
export function takeSignals(app: FastifyInstance): void {
  for (const kind of Object.values(signalTypes))
    app.addContentTypeParser(kind, { parseAs: 'string', bodyLimit: limits.stream.sdp_bytes }, (_request, body, done) => {
      done(null, new Description(kind, body as string));
    });
}

/** Whether a body is of one of these kinds. */
export const isSignal = (body: unknown): boolean => body instanceof Description;

/** What the step carries. Refuses with unsupported_media_type, and with invalid_request what could be no description. */
export function sdpOf(step: SignallingStep, body: unknown): string {
  if (step === 'end') return '';
  if (!(body instanceof Description) || body.kind !== signalTypes[step]) return fail('unsupported_media_type');
  if (!body.text.isWellFormed() || body.text.includes('\u0000') || body.text.trim() === '') fail('invalid_request');
  return body.text;
}

/** Answers a step as its standard says. */
export function sendSignal(reply: FastifyReply, step: SignallingStep, result: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (step === 'candidates') return reply.code(204).send();
  if (step === 'end') return reply.code(200).send();
  const { sdp, location } = result as { sdp: string; location: string };
  return reply.code(201).header('content-type', signalTypes.offer).header('location', location).send(sdp);
}
