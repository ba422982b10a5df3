import { useMutation } from '@tanstack/react-query';
import { frontDeskDoor } from '#domain/shared/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useKeyedCall } from '#src/dataProvider/useKeyedCall.ts';

/** The person to check in. */
export interface Arriving {
  id: string;
  firstName: string;
  lastName: string;
}

/** Checks a member in at the front desk. */
export const useCheckin = () => {
  const { id: locationId } = useSelectedLocation();
  const data = useAppDataProvider();
  const keyed = useKeyedCall();
  return useMutation({
    mutationFn: (contact: Arriving) => {
      const body = { contactId: contact.id, locationId, doorId: frontDeskDoor };
      return keyed(body, (key) => data.checkIn(body, key));
    },
  });
};

export const checkedInText = ({ firstName, lastName }: Arriving) => `${firstName} ${lastName} checked in successfully!`;
