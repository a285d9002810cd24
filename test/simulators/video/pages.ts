import { htmlPage } from '../rest.ts'

const html = (body: string, status: number) => htmlPage(`<html lang="en"><body>${body}</body></html>`, status)

/** The page that a visitor from the EU gets before anything else. */
export const consentPage = () =>
  html(
    '<form action="https://consent.youtube.com/save" method="POST"><input type="hidden" name="v" value="cb"><button>Accept all</button></form>',
    200,
  )

/** The captcha page for an IP address with too much traffic. */
export const recaptchaPage = () =>
  html('<form action="index" method="post"><div class="g-recaptcha"></div></form>', 200)

export const tooManyRequestsPage = () =>
  html('<title>Sorry...</title><p>Our systems have detected unusual traffic from your computer network.</p>', 429)

export const notFoundPage = () => html('<title>Error 404 (Not Found)!!1</title>', 404)

/** A page instead of a caption file, which says nothing about a block. */
export const deniedPage = () => html('<title>Sign in</title><p>Please sign in to continue.</p>', 200)
