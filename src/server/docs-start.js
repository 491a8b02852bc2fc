// Starts the viewer of the docs page. The server puts the names of the descriptions and the key in front of it.
const parameters = new URLSearchParams(location.search);
const asked = parameters.get('api');
const shown = names.includes(asked) ? asked : names[0];
const account = parameters.get('account');

/** Follows the theme that was chosen on the dashboard, which keeps it in the browser. */
function applyTheme() {
  document.documentElement.style.colorScheme = localStorage.getItem('energy-sandbox:theme') ?? '';
}
applyTheme();
addEventListener('storage', applyTheme);

/** The links keep the account, so that its key stays filled in. */
const suffix = account ? `account=${encodeURIComponent(account)}` : '';
for (const link of document.querySelectorAll('.docs-top nav a')) {
  const name = link.dataset.api;
  link.href = `docs?api=${name}${suffix && `&${suffix}`}`;
  if (name === shown) link.setAttribute('aria-current', 'page');
}
if (account) document.querySelector('.docs-top .back').href = `./#/${encodeURIComponent(account)}/`;

/** The key of the account that was created on the dashboard in this tab. It never leaves the browser. */
function keyOfDashboard() {
  const base = new URL('..', document.baseURI).href.replace(/\/$/, '');
  return account && sessionStorage.getItem(`energy-sandbox:known-key:${base}:${account}`);
}

/**
 * Shows the path of an operation as plain text. The viewer makes it a link within the button that opens the operation,
 * which keyboards and screen readers cannot use. The links of tags are in no button.
 */
const plainPaths = () => ({
  wrapComponents: {
    DeepLink:
      (Link, { React }) =>
      props =>
        props.path.includes('/')
          ? React.createElement('span', null, props.text)
          : React.createElement(Link, props),
  },
});

/** Names of controls that the viewer leaves without one, by their selectors. */
const CONTROL_NAMES = {
  '#servers': 'Server',
  'textarea.body-param__text': 'Request body',
  'select.examples-select-element': 'Example',
  'button.close-modal': 'Close',
};

/** Names the controls, lets the keyboard scroll code, and drops a label that contradicts the text of its button. */
function repairMarkup() {
  for (const [selector, name] of Object.entries(CONTROL_NAMES)) {
    for (const control of document.querySelectorAll(selector)) control.setAttribute('aria-label', name);
  }
  for (const code of document.querySelectorAll('pre.microlight')) code.tabIndex = 0;
  document.querySelector('[aria-label="Remove authorization"]')?.removeAttribute('aria-label');
}

let isRepairDue = false;
new MutationObserver(() => {
  if (isRepairDue) return;
  isRepairDue = true;
  requestAnimationFrame(() => {
    isRepairDue = false;
    repairMarkup();
  });
}).observe(document.getElementById('docs'), { childList: true, subtree: true });

const ui = SwaggerUIBundle({
  dom_id: '#docs',
  url: `openapi/${shown}.yaml`,
  layout: 'BaseLayout',
  validatorUrl: null,
  queryConfigEnabled: false,
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  // The default has too little contrast.
  syntaxHighlight: { theme: 'tomorrow-night' },
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plainPaths],
  onComplete: () => {
    const key = keyOfDashboard() || serverKey;
    if (key) ui.preauthorizeApiKey('apiKey', key);
    const token = sessionStorage.getItem('energy-sandbox:admin-token');
    if (token && shown === 'control-v1') ui.preauthorizeApiKey('adminToken', token);
  },
});
