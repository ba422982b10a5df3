import { useRef } from 'react';
import { HttpError } from 'react-admin';
import { isEditConflict, saveAgain } from '#src/dataProvider/editConflict.ts';

/**
 * Saves a record unless it was changed since it was read (an optimistic lock). If it was, the form keeps its values and says so,
 * and saving again overwrites. `EditPage` does the same for pages.
 */
export const useEditLock = ({ updatedAt }: { updatedAt?: string | undefined } = {}) => {
  const isForced = useRef(false);
  return async <T>(save: (lock: { updatedAt?: string }) => Promise<T>): Promise<T> => {
    try {
      return await save(isForced.current || updatedAt === undefined ? {} : { updatedAt });
    } catch (error) {
      if (!isEditConflict(error)) throw error;
      isForced.current = true;
      throw new HttpError(`${error.message}. ${saveAgain}`, error.status, {});
    }
  };
};
