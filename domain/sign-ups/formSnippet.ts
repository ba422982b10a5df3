interface Choices {
  /** The address of Spotter, such as https://spotter.example.com. */
  address: string;
  key: string;
  /** The key's locations. With only one, nobody is asked. */
  locations: readonly { id: string; name: string }[];
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** A sign-up form for a web page, ready to be pasted. Its field `website` is hidden from people, so that only programs fill it in. */
export const formSnippet = ({ address, key, locations }: Choices): string => `<form id="spotter-sign-up">
  <label>First name <input name="firstName" required maxlength="100" autocomplete="given-name"></label>
  <label>Last name <input name="lastName" required maxlength="100" autocomplete="family-name"></label>
  <label>Email <input name="email" type="email" required autocomplete="email"></label>
  <label>Phone <input name="phone" type="tel" autocomplete="tel"></label>
${locations.length > 1 ? `${locationField(locations)}\n` : ''}  <label>Message <textarea name="message" maxlength="1000"></textarea></label>
  <input name="website" hidden tabindex="-1" autocomplete="off" aria-hidden="true">
  <button>Sign up</button>
  <output></output>
</form>
<script>
  {
    // The same key while the same is sent again, so that a lost answer signs nobody up twice.
    let sent, attempt;
    document.querySelector('#spotter-sign-up').addEventListener('submit', async (event) => {
      event.preventDefault();
      const form = event.target;
      const answer = form.querySelector('output');
      const button = form.querySelector('button');
      if (button.disabled) return;
      const body = JSON.stringify(Object.fromEntries(new FormData(form)));
      if (body !== sent) attempt = Date.now() + '-' + Math.random();
      sent = body;
      button.disabled = true;
      answer.value = 'Sending...';
      try {
        const response = await fetch('${address}/api/sign-ups', {
          method: 'POST',
          headers: { Authorization: 'Bearer ${key}', 'Content-Type': 'application/json', 'Idempotency-Key': attempt },
          body,
        });
        const { message } = await response.json();
        if (response.ok) {
          sent = undefined;
          // It also empties the answer.
          form.reset();
        }
        answer.value = message;
      } catch {
        answer.value = 'No answer came. Please try again: you are signed up only once.';
      }
      button.disabled = false;
    });
  }
</script>`;

const locationField = (locations: Choices['locations']) => `  <label>Location <select name="locationId" required>
${locations.map(({ id, name }) => `    <option value="${id}">${escapeHtml(name)}</option>`).join('\n')}
  </select></label>`;
