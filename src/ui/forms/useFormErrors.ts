import { useTellIfLeft } from '#src/dataProvider/useTellIfLeft.ts';
import { formErrors } from './formErrors.ts';

/** Returns `formErrors`, which also tells in a message what failed after the form was left. */
export const useFormErrors = () => {
  const tellIfLeft = useTellIfLeft();
  return (error: unknown, fallback: string) => {
    tellIfLeft(error, fallback);
    return formErrors(error, fallback);
  };
};
