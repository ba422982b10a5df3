export const addressLabels = {
  address: 'Street Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
} as const;
