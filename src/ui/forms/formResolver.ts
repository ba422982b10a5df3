import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';

/** By a schema of the contract, whatever the fields hold while somebody types. */
export const formResolver = (schema: z.ZodType) => zodResolver(schema as z.ZodType<FieldValues, FieldValues>);
