import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { settingsActions } from '#src/dataProvider/settings.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { settingsTexts as texts } from './settings.ts';

/** Shown to company admins. */
export const BackupSection = () => {
  const { timezone } = useSelectedLocation();
  const query = useQuery({
    queryKey: ['settings', 'last-backup'],
    queryFn: ({ signal }) => settingsActions.lastBackup(signal),
  });
  return (
    <Section title="Backup" text={texts.backup} isBeside>
      <QueryState query={query} fallback="Couldn’t load the last backup">
        {({ lastBackup }) =>
          lastBackup ? (
            <Box sx={{ display: 'grid', gap: 2 }}>
              {lastBackup.failedAt && (
                <Alert severity="error">
                  {`The backup failed on ${dateTimeText(lastBackup.failedAt, timezone)}. Ask whoever runs the server to look at its log.`}
                </Alert>
              )}
              <DescriptionList
                items={[
                  {
                    label: 'Last Backup',
                    value: lastBackup.completedAt ? dateTimeText(lastBackup.completedAt, timezone) : 'None yet',
                  },
                ]}
              />
            </Box>
          ) : (
            <Typography>No backup was made yet.</Typography>
          )
        }
      </QueryState>
    </Section>
  );
};
