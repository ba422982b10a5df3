import { CodeBlock } from './CodeBlock.tsx';

/** A first call: who the key is. */
export const CurlExample = ({ apiKey }: { apiKey: string }) => (
  <CodeBlock label="Example">{`curl ${window.location.origin}/api/me \\\n  -H "Authorization: Bearer ${apiKey}"`}</CodeBlock>
);
