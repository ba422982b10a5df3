import { useState } from 'react';

/** Whether the condition was true at some time since the component was mounted. */
export const useHasBeen = (condition: boolean): boolean => {
  const [hasBeen, setHasBeen] = useState(condition);
  if (condition && !hasBeen) setHasBeen(true);
  return hasBeen || condition;
};
