import { TextInput, type TextInputProps } from 'react-admin';
import { maskPhone } from '#domain/rules/phone.ts';

/** A phone number, formatted as it is typed; the contract normalizes it before it is sent. */
export const PhoneInput = (props: TextInputProps) => <TextInput type="tel" format={masked} parse={masked} {...props} />;

const masked = (value: string | null | undefined) => maskPhone(value ?? '');
