export const customerId = 'till-customer';

export const chooseCustomer = () => {
  const customer = document.getElementById(customerId);
  customer?.scrollIntoView({ block: 'start' });
  customer?.querySelector('input')?.focus({ preventScroll: true });
};
