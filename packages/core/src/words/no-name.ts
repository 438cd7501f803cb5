import { LANGUAGES, listed } from './language.ts';

/** Products whose names stand in requests as the way something is done: "post it on Slack" names no channel. */
const PRODUCTS = `airtable alexa amazon android apple asana atlassian aws azure basecamp bing bitbucket box brave calendar
  calendly canva chatgpt chrome claude clickup codex confluence copilot cursor datadog discord docs docusign drive dropbox
  edge evernote excel facebook figma firebase firefox freshdesk gcp gemini github gitlab gmail google grafana hangouts
  heroku hubspot icloud imessage instagram intercom ios iphone jenkins jira keynote kubernetes lark linear linkedin linux
  mac macos mailchimp mastodon meet messenger microsoft miro monday mongodb mysql netlify notion numbers office okta
  onedrive onenote openai outlook pagerduty pages paypal pinterest postgres powerpoint quickbooks reddit redis rocketchat
  safari salesforce sendgrid sentry servicenow sharepoint sheets shopify signal siri skype slack slides snowflake spotify
  stripe supabase tableau teams telegram terraform tiktok todoist trello twilio twitter ubuntu venmo vercel vimeo vscode
  webex wechat whatsapp windows word wordpress workday xero yahoo youtube zapier zendesk zoho zoom`;

const NO_NAMES: ReadonlySet<string> = new Set([
  ...LANGUAGES.flatMap(({ months, weekdays }) => [...months, weekdays]).flatMap(listed),
  ...listed(PRODUCTS),
]);

/** A weekday, a month or a product, folded: people write it with a capital and after "to", and name nobody by it. */
export const isNoName = (word: string): boolean => NO_NAMES.has(word);
