/** WHIP and WHEP: their standard content types, and responses without the JSON envelope. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SignallingStep } from '@contract/kernel/endpoint';
import { signalTypes } from '@contract/kernel/values/live';
import * as limits from '@contract/kernel/limits';
import { fail } from '../../kernel/api-error';

/** A WHIP or WHEP body, to distinguish it from a JSON string. */
class SignalBody {
  readonly contentType: string;
  readonly text: string;
  constructor(contentType: string, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}

/** Accepts bodies of these content types. Endpoints that are not a WHIP or WHEP step reject them. */
export function addSignalParsers(app: FastifyInstance): void {
  for (const contentType of Object.values(signalTypes))
    app.addContentTypeParser(contentType, { parseAs: 'string', bodyLimit: limits.stream.sdp_bytes }, (_request, body, done) => {
      done(null, new SignalBody(contentType, body as string));
    });
}

/** Whether a body is of one of these content types. */
export const isSignal = (body: unknown): boolean => body instanceof SignalBody;

/** The SDP text of the step. Throws unsupported_media_type for other content types, and invalid_request for malformed text. */
export function sdpOf(step: SignallingStep, body: unknown): string {
  if (step === 'end') return '';
  if (!(body instanceof SignalBody) || body.contentType !== signalTypes[step]) return fail('unsupported_media_type');
  if (!body.text.isWellFormed() || body.text.includes('\u0000') || body.text.trim() === '') fail('invalid_request');
  return body.text;
}

/** Sends the response of a step as the standard requires. */
export function sendSignal(reply: FastifyReply, step: SignallingStep, result: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (step === 'candidates') return reply.code(204).send();
  if (step === 'end') return reply.code(200).send();
  const { sdp, location } = result as { sdp: string; location: string };
  return reply.code(201).header('content-type', signalTypes.offer).header('location', location).send(sdp);
}
