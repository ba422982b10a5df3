import { frontDeskDoor } from '#domain/shared/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';

export interface Arriving {
  id: string;
  firstName: string;
  lastName: string;
}

export const useCheckin = (onGranted: (contact: Arriving) => void) => {
  const { id: locationId } = useSelectedLocation();
  const data = useAppDataProvider();
  const toBody = ({ id: contactId }: Arriving) => ({ contactId, locationId, doorId: frontDeskDoor });
  return useIdempotentMutation({
    mutationFn: (contact: Arriving, key) => data.checkIn(toBody(contact), key),
    bodyOf: toBody,
    onSuccess: ({ granted }, contact) => granted && onGranted(contact),
  });
};

export const checkedInText = ({ firstName, lastName }: Arriving) => `${firstName} ${lastName} checked in successfully!`;
