import { Box, Chip, TextField, Typography } from '@mui/material';
import { useHousehold } from '#src/resources/households/useHousehold.ts';
import { fullName } from '#domain/shared/fullName.ts';

interface Guardian {
  readonly name: string;
  readonly relation: string;
}

interface GuardianFieldsProps {
  readonly contactId: string;
  readonly guardian: Guardian;
  readonly onChange: (guardian: Guardian) => void;
}

/** Proposes whoever may act for the minor's household. */
export const GuardianFields = ({ contactId, guardian, onChange }: GuardianFieldsProps) => {
  const { data: household } = useHousehold(contactId);
  const adults = household?.members.filter(({ id, mayAct }) => mayAct && id !== contactId) ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {adults.length > 0 && (
        <Box role="group" aria-label="May act for the household">
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.75 }}>
            May act for the household
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {adults.map((adult) => (
              <Chip
                key={adult.id}
                label={fullName(adult)}
                variant="outlined"
                color={guardian.name === fullName(adult) ? 'primary' : 'default'}
                aria-pressed={guardian.name === fullName(adult)}
                onClick={() => onChange({ ...guardian, name: fullName(adult) })}
              />
            ))}
          </Box>
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextField
          label="Name of the parent or guardian"
          value={guardian.name}
          onChange={({ target }) => onChange({ ...guardian, name: target.value })}
        />
        <TextField
          label="Related as"
          placeholder="Mother, father, guardian"
          value={guardian.relation}
          onChange={({ target }) => onChange({ ...guardian, relation: target.value })}
        />
      </Box>
    </Box>
  );
};
