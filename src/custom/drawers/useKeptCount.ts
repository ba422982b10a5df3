import { useState } from 'react';
import { readSession } from '#src/authProvider/session.ts';
import { sessionStorage } from '#src/safeStorage.ts';
import { emptyCount, type Count } from './CountingSheet.tsx';

/**
 * The count of a drawer as this person types it. It is kept in this tab until it is given up or the drawer is closed: nobody
 * counts again because a session ran out or a page was left.
 */
export const useKeptCount = (drawerId: string) => {
  const key = `count.${drawerId}.${readSession()?.user.id ?? ''}`;
  const [count, setCount] = useState(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? emptyCount : (JSON.parse(kept) as Count);
  });
  const type = (next: Count) => {
    sessionStorage.setItem(key, JSON.stringify(next));
    setCount(next);
  };
  return { count, type, forget: () => sessionStorage.removeItem(key) };
};
