import type { Checklist } from '#domain/setup/checklist.ts';
import type { Settings, SettingsUpdateBody } from '#domain/settings/contract.ts';
import type { Account } from '#domain/accounting/accounts.ts';
import {
  changedSettings,
  settingsErrors,
  type CompanySettings,
  type SettingsChange,
} from '#domain/settings/companySettings.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { administeredCompanies, can } from '#domain/shared/access.ts';
import { capitalize } from '#domain/shared/capitalize.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { requireUnchangedSince } from '#server/platform/http/optimisticLock.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { readCompanySettings, toCompanySettings } from './companySettings.ts';
import { readChecklistFacts, settingsRepo } from './repo.ts';

export const isAdminIn = ({ user }: AccessScope, companyId: string) =>
  administeredCompanies(user.companies).includes(companyId) ||
  user.locations.some((location) => location.companyId === companyId && can(location.level, 'settings'));

/** Receipt details, accounts, security and privacy only for admins. */
export async function readSettings(tx: Tx, companyId: string, isAdmin: boolean): Promise<Settings> {
  const repo = settingsRepo(tx);
  const row = await repo.one(companyId);
  return toSettings(toCompanySettings(row), row?.updated_at ?? (await repo.companyCreatedAt(companyId)), isAdmin);
}

/** Each follows from the data, so nobody checks it off by hand. */
export async function readChecklist(tx: Tx, companyId: string): Promise<Checklist> {
  const { stripe, ...facts } = await readChecklistFacts(tx, companyId);
  const { payments, receipts, checklist } = await readCompanySettings(tx, companyId);
  return {
    ...facts,
    payments: stripe || payments.cashOnly,
    receipts: receipts.legalName !== null,
    dismissedAt: checklist.dismissedAt,
  };
}

export async function changeSettings(
  tx: Tx,
  actor: Actor,
  companyId: string,
  { updatedAt, ...body }: SettingsUpdateBody,
): Promise<Settings> {
  const repo = settingsRepo(tx);
  const row = await repo.lock(companyId);
  requireUnchangedSince(updatedAt, row);
  const change = changedSettings<SettingsChange>(row, toSettingsChange(body));
  const errors = settingsErrors(toCompanySettings(change));
  const [message] = Object.values(errors);
  if (message) throw badRequest(message, errors);
  await requireOwnPlans(tx, companyId, body.accounting?.plans ?? []);
  const saved = await repo.save(companyId, change);
  const settings = toSettings(toCompanySettings(saved), saved.updated_at, true);
  if (body.memberships?.graceDays !== undefined)
    await repo.saveUnbilledGrace(companyId, settings.memberships.graceDays);
  await logSettings(tx, actor, companyId, toSettings(toCompanySettings(row), row.updated_at, true), settings);
  return settings;
}

async function requireOwnPlans(tx: Tx, companyId: string, plans: readonly { membershipId: string }[]): Promise<void> {
  const foreign = await settingsRepo(tx).foreignPlans(
    companyId,
    plans.map(({ membershipId }) => membershipId),
  );
  if (foreign.length === 0) return;
  const message = 'This company has no such membership plan';
  throw badRequest(
    message,
    Object.fromEntries(
      plans.flatMap(({ membershipId }, index) =>
        foreign.includes(membershipId) ? [[`accounting.plans.${index}.membershipId`, message]] : [],
      ),
    ),
  );
}

async function logSettings(tx: Tx, actor: Actor, companyId: string, before: Settings, after: Settings): Promise<void> {
  const fields = ({
    memberships,
    payments,
    receipts,
    checkins,
    emails,
    checklist,
    accounting,
    security,
    privacy,
  }: Settings) => ({
    ...memberships,
    ...payments,
    ...receipts,
    ...checkins,
    ...Object.fromEntries(Object.entries(emails).map(([name, value]) => [`email${capitalize(name)}`, value])),
    ...checklist,
    ...(accounting && accountFields(accounting)),
    ...security,
    ...privacy,
  });
  const changes = changesBetween(fields(before), fields(after));
  if (changes.length === 0) return;
  const company = {
    companyId,
    recordId: companyId,
    label: await settingsRepo(tx).companyName(companyId),
    locationId: null,
  };
  await logActivity(tx, actor, { ...company, action: 'company.settings-changed', changes });
}

const accountText = ({ number, name }: Account) => `${number} ${name}`;

/** `cashAccount`, `planAccounts`. */
function accountFields({
  plans,
  methods,
  ...accounts
}: NonNullable<Settings['accounting']>): Record<string, string | string[]> {
  return {
    ...Object.fromEntries(Object.entries(accounts).map(([use, account]) => [`${use}Account`, accountText(account)])),
    planAccounts: plans.map(accountText),
    methodAccounts: methods.map(({ method, ...account }) => `${method}: ${accountText(account)}`),
  };
}

function toSettingsChange({ memberships, ...groups }: Omit<SettingsUpdateBody, 'updatedAt'>): SettingsChange {
  if (!memberships) return groups as SettingsChange;
  const { freezeFee, ...days } = memberships;
  return {
    ...groups,
    memberships: { ...days, ...(freezeFee !== undefined && { freezeFeeCents: toCents(freezeFee) }) },
  } as SettingsChange;
}

function toSettings(
  { memberships, payments, receipts, checkins, emails, checklist, accounting, security, privacy }: CompanySettings,
  updatedAt: Date,
  isAdmin: boolean,
): Settings {
  const { freezeFeeCents, ...days } = memberships;
  return {
    memberships: { ...days, freezeFee: fromCents(freezeFeeCents) },
    payments: { ...payments, retryDays: [...payments.retryDays], otherMethods: [...payments.otherMethods] },
    ...(isAdmin && {
      receipts,
      accounting: { ...accounting, plans: [...accounting.plans], methods: [...accounting.methods] },
      security,
      privacy,
    }),
    checkins,
    emails,
    checklist,
    updatedAt: updatedAt.toISOString(),
  };
}
