import { escape as escapeHtml } from 'es-toolkit';
export interface EmailSender {
  readonly name: string;
  readonly legalName: string | null;
  readonly taxId: string | null;
  readonly footer: string | null;
  readonly locationName: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly timezone: string;
}

export interface WordedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface EmailLine {
  readonly label: string;
  readonly value: string;
  readonly isTotal?: boolean | undefined;
  /** Below the label. */
  readonly note?: string | undefined;
}

export type EmailBlock =
  | string
  | { readonly rows: readonly EmailLine[] }
  | { readonly link: { readonly label: string; readonly url: string } }
  /** Only in the HTML. The width is in pixels. */
  | { readonly image: { readonly label: string; readonly url: string; readonly width: number } };

export interface EmailContent {
  readonly subject: string;
  readonly title: string;
  readonly firstName: string;
  readonly blocks: readonly EmailBlock[];
}

export const wordEmail = (content: EmailContent, sender: EmailSender): WordedEmail => ({
  subject: content.subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(),
  text: toText(content, sender),
  html: toHtml(content, sender),
});

const toSignature = ({ name, legalName, locationName, address, phone, email, taxId }: EmailSender): string[] => [
  [legalName ?? name, locationName].filter((part, index, parts) => parts.indexOf(part) === index).join(' · '),
  address,
  [phone, email].filter(Boolean).join(' · '),
  taxId ? `Tax ID ${taxId}` : '',
];

function toText({ title, firstName, blocks }: EmailContent, sender: EmailSender): string {
  const body = blocks.map((block) => {
    if (typeof block === 'string') return block;
    if ('link' in block) return `${block.link.label}:\n${block.link.url}`;
    if ('image' in block) return '';
    return block.rows.map(({ label, value, note }) => `${label}: ${value}${note ? `\n  ${note}` : ''}`).join('\n');
  });
  const signature = toSignature(sender).filter(Boolean).join('\n');
  const parts = [title, `Hello ${firstName},`, ...body, sender.footer ?? '', `-- \n${signature}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Inline styles, since many email programs remove all others. Those that keep the style element follow the reader's dark mode. */
const toHtml = ({ subject, title, firstName, blocks }: EmailContent, sender: EmailSender): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14171a !important; }
  .sheet { background: #1f2429 !important; border-color: #363d44 !important; }
  .ink { color: #f1f3f5 !important; }
  .soft { color: #b3bcc5 !important; }
  .line { border-color: #363d44 !important; }
  .button { background: #f1f3f5 !important; color: #14171a !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${font}">
<tr><td class="ink" style="padding:0 8px 16px;font-size:16px;font-weight:600;color:#1b1f23">${escapeHtml(sender.name)}</td></tr>
<tr><td class="sheet" style="background:#ffffff;border:1px solid #dfe3e8;border-radius:12px;padding:28px 24px 12px">
<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:650;color:#1b1f23">${escapeHtml(title)}</h1>
${paragraph(`Hello ${firstName},`)}
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:20px 8px 0;font-size:13px;line-height:1.6;color:#5c6670">
${sender.footer ? `<p style="margin:0 0 12px">${lines(sender.footer)}</p>\n` : ''}<p style="margin:0">${toSignature(sender).filter(Boolean).map(escapeHtml).join('<br>')}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#1b1f23">${lines(text)}</p>`;

function blockHtml(block: EmailBlock): string {
  if (typeof block === 'string') return paragraph(block);
  if ('rows' in block) {
    return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">\n${block.rows.map(rowHtml).join('\n')}\n</table>`;
  }
  if ('image' in block) {
    const { label, url, width } = block.image;
    return `<p style="margin:0 0 16px"><img src="${escapeHtml(url)}" alt="${escapeHtml(label)}" width="${width}" style="display:block;width:${width}px;max-width:100%;height:auto"></p>`;
  }
  const { label, url } = block.link;
  return `<p style="margin:4px 0 20px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 26px;border-radius:8px;background:#1b1f23;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function rowHtml({ label, value, isTotal, note }: EmailLine): string {
  const style = `padding:9px 0;border-top:1px solid #e6e9ed;font-size:15px;line-height:1.45;vertical-align:top;${isTotal ? 'font-weight:650;' : ''}`;
  const labelStyle = isTotal ? `${style}color:#1b1f23` : `${style}color:#5c6670`;
  return `<tr><th scope="row" class="line ${isTotal ? 'ink' : 'soft'}" align="left" style="font-weight:400;${labelStyle};padding-right:16px">${escapeHtml(label)}${note ? `<br><span style="font-size:13px">${lines(note)}</span>` : ''}</th><td class="line ink" align="right" style="${style}color:#1b1f23">${escapeHtml(value)}</td></tr>`;
}
