import { Box, Typography } from '@mui/material';
import type { ApiKeyCreated } from '#domain/api-keys/contract.ts';
import { formSnippet } from '#domain/sign-ups/formSnippet.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';

/** The form that a website shows, with the key in it. */
export const SignUpForm = ({
  made: { apiKey, key },
  onCopied,
}: {
  made: ApiKeyCreated;
  onCopied: (isDone: boolean) => void;
}) => {
  const { locations } = useLocationScope();
  const snippet = formSnippet({
    address: window.location.origin,
    key,
    locations: locations.filter(
      ({ id, company }) => company.id === apiKey.companyId && (apiKey.locationIds?.includes(id) ?? true),
    ),
  });
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}>
        <Typography variant="body2">Paste this form into your web page, and change its words as you like:</Typography>
        <CopyButton text={snippet} label="Copy form" onCopied={onCopied} />
      </Box>
      <CodeBlock label="Form" maxHeight={240}>
        {snippet}
      </CodeBlock>
    </>
  );
};
