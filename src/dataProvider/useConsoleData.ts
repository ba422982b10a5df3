import { useContext } from 'react';
import { DataProviderContext, type DataProvider } from 'react-admin';
import type { ConsoleDataProvider } from './index.ts';

/**
 * The data provider with its named actions, as React's context has it (tests may hand in another one). Not through
 * react-admin's `useDataProvider`: on a 401 that one resolves with an empty answer, and a sale would look made.
 */
export const useConsoleData = () => useContext(DataProviderContext) as ConsoleDataProvider & DataProvider;
