import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Tab,
  Tabs,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { emailLabels, type EmailKind } from '#domain/member-emails/emailKinds.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { ignoreDoubleClick } from '#src/ui/TitledDialog.tsx';
import { settingsActions } from '#src/dataProvider/settings.ts';

interface EmailPreviewDialogProps {
  companyId: string;
  kind: EmailKind;
  isOpen: boolean;
  onClose: () => void;
}

export const EmailPreviewDialog = ({ companyId, kind, isOpen, onClose }: EmailPreviewDialogProps) => {
  const id = useId();
  const [tab, setTab] = useState<'mail' | 'text'>('mail');
  const preview = useQuery({
    queryKey: ['settings', 'mail', companyId, kind],
    queryFn: ({ signal }) => settingsActions.emailPreview(companyId, kind, signal),
  });
  return (
    <Dialog open={isOpen} {...ignoreDoubleClick(onClose)} aria-labelledby={`${id}-title`} maxWidth="sm" fullWidth>
      <DialogTitle id={`${id}-title`} sx={{ px: { xs: 2, sm: 3 }, pb: 1 }}>
        {emailLabels[kind]}
      </DialogTitle>
      <DialogContent sx={{ px: { xs: 2, sm: 3 } }}>
        <QueryState query={preview} fallback="Couldn’t load the preview" loading={<PreviewSkeleton />}>
          {({ subject, html, text }) => (
            <>
              <Typography variant="body2" color="textSecondary">
                Subject
              </Typography>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{subject}</Typography>
              <Tabs
                value={tab}
                onChange={(_event, next: 'mail' | 'text') => setTab(next)}
                aria-label="Preview"
                sx={{ mt: 0.5, mb: 1.5, borderBottom: 1, borderColor: 'divider' }}
              >
                <Tab value="mail" label="Email" id={`${id}-mail`} aria-controls={`${id}-panel`} />
                <Tab value="text" label="Text" id={`${id}-text`} aria-controls={`${id}-panel`} />
              </Tabs>
              <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
                {tab === 'mail' ? (
                  <Box component="iframe" title={subject} srcDoc={html} sandbox="" tabIndex={0} sx={frame} />
                ) : (
                  <Box
                    component="pre"
                    tabIndex={0}
                    sx={{
                      ...frame,
                      m: 0,
                      p: 2,
                      overflow: 'auto',
                      whiteSpace: 'pre-wrap',
                      overflowWrap: 'anywhere',
                      fontSize: '0.8125rem',
                    }}
                  >
                    {text}
                  </Box>
                )}
              </Box>
            </>
          )}
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const frame = {
  display: 'block',
  boxSizing: 'border-box',
  width: '100%',
  height: 'min(56vh, 560px)',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const;

const PreviewSkeleton = () => (
  <Box component="output" aria-label="Loading" sx={{ display: 'block' }}>
    <Skeleton width="60%" />
    <Skeleton width="40%" />
    <Skeleton variant="rounded" sx={{ mt: 2, height: 'min(56vh, 560px)' }} />
  </Box>
);
