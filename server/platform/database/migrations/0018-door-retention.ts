/** Small, and enough for rows that are written in the order of their time: the housekeeping finds the old ones. */
export const doorRetention = [
  { name: 'door_log_at', on: 'door_log using brin (at)' },
  { name: 'door_commands_created', on: 'door_commands using brin (created_at)' },
];
