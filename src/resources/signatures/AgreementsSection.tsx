import DrawOutlined from '@mui/icons-material/DrawOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import type { MissingAgreement, Signature, SignatureMethod } from '#domain/signatures/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { signatureActions } from '#src/dataProvider/signatures.ts';
import { DateField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { DownloadButton } from '#src/ui/DownloadButton.tsx';
import { PaperDialog } from './PaperDialog.tsx';
import { SendLinkDialog } from './SendLinkDialog.tsx';
import { SignDialog } from './SignDialog.tsx';
import { useContactSignatures } from './useContactSignatures.ts';

type Opened =
  | { readonly dialog: 'sign' | 'paper'; readonly agreement: MissingAgreement }
  | { readonly dialog: 'link'; readonly agreements: readonly MissingAgreement[] };

/** What a contact's plans ask for and is not signed yet, and what was signed. */
export const AgreementsSection = ({ contact }: { contact: ContactRecord }) => {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const query = useContactSignatures(contact.id);
  const missing = query.data?.missing ?? [];
  const mayChange = contact.mayChange !== false;
  return (
    <Section
      title="Agreements"
      actions={
        mayChange &&
        missing.length > 0 && (
          <Button variant="outlined" onClick={() => setOpened({ dialog: 'link', agreements: missing })}>
            Send link
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        fallback="Couldn’t load the agreements"
        isEmpty={({ signatures, missing: unsigned }) => signatures.length + unsigned.length === 0}
        empty={<Typography color="textSecondary">No plan of this contact asks for an agreement.</Typography>}
      >
        {({ signatures, missing: unsigned }) => (
          <Box component="ul" aria-label="Agreements" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {unsigned.map((agreement) => (
              <Row
                key={agreement.agreementId}
                name={agreement.name}
                badge={<StatusBadge severity="warning" label="Not signed" />}
                text={`Version ${agreement.versionNumber}, for ${agreement.membershipName}`}
              >
                {mayChange && (
                  <>
                    <Button size="small" onClick={() => setOpened({ dialog: 'paper', agreement })}>
                      Upload paper
                    </Button>
                    <Button
                      size="small"
                      variant="outlined"
                      startIcon={<DrawOutlined />}
                      onClick={() => setOpened({ dialog: 'sign', agreement })}
                    >
                      Sign now
                    </Button>
                  </>
                )}
              </Row>
            ))}
            {signatures.map((signature) => (
              <Row
                key={signature.id}
                name={signature.agreementName}
                badge={<SignatureBadge signature={signature} />}
                text={
                  <>
                    {`Version ${signature.versionNumber}, signed by ${signerText(signature)} ${methodTexts[signature.method]}, `}
                    <DateField value={signature.signedAt} format={dateTimeText} />
                  </>
                }
              >
                {!signature.isSealing && (
                  <DownloadButton
                    label={`Download ${signature.agreementName}`}
                    request={() => signatureActions.signatureDownload(signature.id)}
                    failed="Failed to download the file"
                  />
                )}
              </Row>
            ))}
          </Box>
        )}
      </QueryState>
      {opened?.dialog === 'sign' && (
        <SignDialog contact={contact} agreement={opened.agreement} onClose={close} onEdit={close} />
      )}
      {opened?.dialog === 'paper' && <PaperDialog contact={contact} agreement={opened.agreement} onClose={close} />}
      {opened?.dialog === 'link' && <SendLinkDialog contact={contact} agreements={opened.agreements} onClose={close} />}
    </Section>
  );
};

const methodTexts: Record<SignatureMethod, string> = {
  desk: 'at the desk',
  link: 'by a link',
  paper: 'on paper',
};

const signerText = ({ name, guardian }: Signature) =>
  guardian ? `${guardian.name} (${guardian.relation}) for ${name}` : name;

const SignatureBadge = ({ signature: { isSealing, counts, method } }: { signature: Signature }) => {
  if (isSealing) return <StatusBadge severity="info" label="Sealing" />;
  if (!counts) return <StatusBadge severity="neutral" label="Sign again" />;
  return <StatusBadge severity="success" label={method === 'paper' ? 'Paper' : 'Signed'} />;
};

const Row = ({
  name,
  badge,
  text,
  children,
}: {
  name: string;
  badge: ReactNode;
  text: ReactNode;
  children: ReactNode;
}) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 1.5,
      py: 1.25,
      '& + &': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.25, fontWeight: 600 }}>
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        {badge}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    </Box>
    <Box sx={{ display: 'flex', gap: 1 }}>{children}</Box>
  </Box>
);
