import { useDataProvider, type DataProvider } from 'react-admin';
import type { ConsoleDataProvider } from './index.ts';

/** The data provider with its named actions, as React's context has it (tests may hand in another one). */
export const useConsoleData = () => useDataProvider<ConsoleDataProvider & DataProvider>();
