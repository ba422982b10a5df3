import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isBusy, isForeignKeyViolation, isOutOfSpace, isUnavailable } from '#server/platform/database/errors.ts';
import { apiHeaders } from './headers.ts';
import type { RequestUser } from './accessScope.ts';
import { getCaller } from './authentication.ts';
import { logSecurity } from './logging.ts';
import { conflict, Problem, unavailable } from './problem.ts';

/** The only place that turns an error into a response. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error);
  apiHeaders(request, reply);
  if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  const caller = getCaller(request);
  if (problem.status === 403 && caller) logAccessRefused(request, caller);
  if (problem.status >= 500) request.log.error({ err: error }, problem.message);
  else if (problem.cause) request.log.warn({ err: error }, problem.message);
  const { errors, retryAfter, body } = problem.extra;
  if (retryAfter) reply.header('Retry-After', String(retryAfter));
  return reply
    .status(problem.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, message: problem.message, ...(errors && { errors }) });
}

const logAccessRefused = (request: FastifyRequest, { userId, apiKey, device }: RequestUser) =>
  logSecurity(request, 'access-refused', {
    ...(device ? { userId: null, deviceId: device.id } : { userId }),
    ...(apiKey && { apiKeyId: apiKey.id }),
  });

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isOutOfSpace(error))
    return unavailable('There is no space left to save this. Please tell your Spotter administrator.', 60);
  if (isBusy(error)) return unavailable('Spotter is very busy right now. Please try again in a moment.');
  if (isForeignKeyViolation(error))
    return conflict('Something that this refers to was deleted in the meantime. Please reload the page.');
  if (isUnavailable(error)) return unavailable('The database does not answer. Please try again in a moment.');
  const { statusCode = 500, code } = (error ?? {}) as Partial<FastifyError>;
  return new Problem(...(byCode[String(code)] ?? byStatus(statusCode)));
}

type StatusAndMessage = readonly [status: number, message: string];

const byCode: Record<string, StatusAndMessage> = {
  FST_ERR_MAX_PARAM_LENGTH: [404, 'There is nothing at this address'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body was cut off'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send the body as application/json, or a file as multipart/form-data'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large'],
  FST_REQ_FILE_TOO_LARGE: [413, 'The file is too large'],
};

const byStatus = (status: number): StatusAndMessage =>
  status >= 400 && status < 500 ? [status, 'The request could not be read'] : [500, 'Something went wrong on our side'];
