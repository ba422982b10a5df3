import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { SigningCertificate } from '#domain/signatures/certificateContract.ts';
import { longDate } from '#domain/shared/dateText.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { certificateActions } from '#src/dataProvider/certificates.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { settingsTexts as texts } from './settings.ts';

/** Shown to company admins. */
export const CertificateSection = ({ companyId }: { companyId: string }) => {
  const [isUploading, setUploading] = useState(false);
  const query = useQuery({
    queryKey: ['settings', 'signing-certificate', companyId],
    queryFn: ({ signal }) => certificateActions.read(companyId, signal),
  });
  return (
    <Section title="Signing Certificate" text={texts.certificate} isBeside>
      <QueryState query={query} fallback="Couldn’t load the signing certificate">
        {({ certificate }) => (
          <Box sx={{ display: 'grid', gap: 2 }}>
            {certificate ? (
              <Certificate certificate={certificate} />
            ) : (
              <Typography>Agreements are sealed with Spotter’s own certificate.</Typography>
            )}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <Button variant="outlined" onClick={() => setUploading(true)}>
                {certificate ? 'Replace certificate' : 'Upload certificate'}
              </Button>
              {certificate && <RemoveButton companyId={companyId} />}
            </Box>
          </Box>
        )}
      </QueryState>
      {isUploading && (
        <LazyPart onClose={() => setUploading(false)}>
          <CertificateDialog companyId={companyId} onClose={() => setUploading(false)} />
        </LazyPart>
      )}
    </Section>
  );
};

const Certificate = ({ certificate }: { certificate: SigningCertificate }) => {
  const { subject, issuer, validTo, isUsed, uploadedAt, uploadedBy } = certificate;
  return (
    <>
      {!isUsed && (
        <Alert severity="warning">
          This certificate is not valid now. Until it is replaced, agreements are sealed with Spotter’s own.
        </Alert>
      )}
      <DescriptionList
        columns={2}
        items={[
          { label: 'Name', value: subject },
          { label: 'Issued By', value: issuer === subject ? 'Itself' : issuer },
          { label: 'Valid Until', value: <DateField value={validTo} format={longDate} /> },
          {
            label: 'Uploaded',
            value: (
              <>
                <DateField value={uploadedAt} format={longDate} /> by {uploadedBy}
              </>
            ),
          },
        ]}
      />
    </>
  );
};

const RemoveButton = ({ companyId }: { companyId: string }) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => certificateActions.remove(companyId),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to remove the certificate'), { type: 'error' }),
  });
  const remove = async () => {
    const yes = await confirm({
      title: 'Remove certificate',
      text: 'New signatures are sealed with Spotter’s own certificate. Those that were sealed stay as they are.',
      confirmLabel: 'Remove',
      isDangerous: true,
    });
    if (yes) mutate();
  };
  return (
    <>
      <Button color="error" loading={isPending} onClick={() => void remove()}>
        Remove
      </Button>
      {dialog}
    </>
  );
};

const CertificateDialog = lazyWithPreload('settings', () => import('./CertificateDialog.tsx'), 'CertificateDialog');
