import { sayLoss } from './sendAttempt.ts';

/** For a response that is shown once, and cannot be asked for again: what to do if it is lost. */
export const explainLoss = async <Response>(response: Promise<Response>, advice: string): Promise<Response> => {
  try {
    return await response;
  } catch (error) {
    throw sayLoss(error, `The connection was lost. ${advice}`);
  }
};
