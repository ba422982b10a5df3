import { RouterFallback } from './RouterFallback.tsx';

/** The page of an address that no route knows. */
export const RouteError = () => <RouterFallback reason="404 Not Found: there is no page at this address." />;
