import bowser from 'bowser';

/** 'Chrome on Windows', 'Safari on iPhone'. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os, platform } = bowser.parse(userAgent);
  const system = (os.name === 'iOS' && platform.model) || os.name;
  if (!browser.name) return system ? `Unknown browser on ${system}` : 'Unknown device';
  return system ? `${browser.name} on ${system}` : browser.name;
}
