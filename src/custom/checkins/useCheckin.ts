import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { HttpError } from 'react-admin';
import { frontDeskDoor } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** Whom a check-in is about. */
export interface Arriving {
  id: string;
  firstName: string;
  lastName: string;
}

/**
 * Checks a member in at the front desk. Pressing again after a failure that left the outcome open is the same attempt
 * and carries the same key.
 */
export const useCheckin = () => {
  const { id: locationId } = useSelectedLocation();
  const data = useAppDataProvider();
  const attempt = useRef<{ contactId: string; key: string }>(undefined);
  return useMutation({
    mutationFn: async (contact: Arriving) => {
      if (attempt.current?.contactId !== contact.id) attempt.current = { contactId: contact.id, key: createIdempotencyKey() };
      const body = { contactId: contact.id, locationId, doorId: frontDeskDoor };
      const outcome = await data.checkIn(body, attempt.current.key);
      attempt.current = undefined;
      return outcome;
    },
    onError: (error) => {
      if (error instanceof HttpError && error.status < 500 && error.status !== 429) attempt.current = undefined;
    },
  });
};

export const checkedInText = ({ firstName, lastName }: Arriving) => `${firstName} ${lastName} checked in successfully!`;
