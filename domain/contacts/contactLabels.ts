import { addressLabels } from '#domain/shared/addressLabels.ts';

/** The fields of a contact as form, information tab, exported file and import call them. */
export const contactLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  dateOfBirth: 'Date of Birth',
  homeLocation: 'Home Location',
  ...addressLabels,
  emergencyContactName: 'Emergency Contact Name',
  emergencyContactPhone: 'Emergency Contact Phone',
  notes: 'Notes',
  tags: 'Tags',
  createdAt: 'Created',
} as const;
