type Person =
  | { readonly firstName: string; readonly lastName: string }
  | { readonly first_name: string; readonly last_name: string };

/** Takes a contact or a user, as the API or a row of the database names them. */
export const fullName = (person: Person): string =>
  'firstName' in person ? `${person.firstName} ${person.lastName}` : `${person.first_name} ${person.last_name}`;
